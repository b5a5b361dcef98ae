/** Sheets of paper that may lie over any room. */
class Sheets {
  preferences = $state(false);
}

export const sheets = new Sheets();
