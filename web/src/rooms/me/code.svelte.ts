/** The recovery code of an account just made; it is shown once and kept nowhere. */
class Code {
  shown = $state<string | null>(null);
}

export const code = new Code();
