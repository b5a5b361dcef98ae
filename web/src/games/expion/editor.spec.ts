import { expect, test } from "../../../e2e/house";

test("a position is built, refused, mended, asked about, kept, shared, and played on", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/editor/expion");
  const [verdict, news] = [page.getByTestId("verdict"), page.getByTestId("news")];
  const cell = (key: string) => page.locator(`[data-cell="${key}"]`);
  const choose = (name: RegExp) =>
    page.getByRole("group", { name: "Ce que vous tenez" }).getByRole("button", { name }).click();
  await expect(verdict).toContainText("Au tour de Nord + Sud, 42 coups possibles");

  // Built: everything away, then four marbles and the Ex*pion.
  await page.getByRole("button", { name: "Tout enlever" }).click();
  await expect(verdict).toContainText("il n’y a aucune bille");
  for (const [name, at] of [
    [/^Bille de Nord/, "g5"],
    [/^Bille d’Est/, "d7"],
    [/^Bille d’Ouest/, "h5"],
    [/Ex\*pion/, "h5"],
  ] as const) {
    await choose(name);
    await cell(at).click();
  }
  // Refused, with the rule and the cell.
  await expect(verdict).toContainText("h5 ne peut pas porter à la fois l’Ex*pion et une bille");
  await expect(verdict.getByRole("link", { name: "Règle EXPION-17" })).toBeVisible();
  await expect(page.locator('[data-lit="h5"]')).toBeVisible();

  // Mended with the keyboard alone: undone, then the marble is taken away and put elsewhere.
  await page.keyboard.press("Escape");
  await cell("h5").focus();
  await page.keyboard.press("Delete");
  await expect(verdict).toContainText("La position tient");
  await page.keyboard.press("Control+z");
  await expect(verdict).toContainText("ne peut pas porter");
  await page.keyboard.press("Control+y");
  await expect(verdict).toContainText("Au tour de Nord + Sud");
  await cell("d7").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(cell("d6")).toHaveAccessibleName(/bille d’Est/);

  // The house knows the move that wins.
  await page.getByRole("button", { name: "Que jouer ici ?" }).click();
  await expect(page.getByTestId("advice")).toContainText("La maison jouerait g5 → h5");

  // Kept, and shared as a link that needs no storage.
  await page.getByLabel("Nom", { exact: true }).fill("Au bord");
  await page.getByRole("button", { name: "Garder dans ce navigateur" }).click();
  await page.getByRole("button", { name: "Copier le lien" }).click();
  await expect(news).toContainText("Le lien est copié");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Position de départ" }).click();
  await expect(verdict).toContainText("42 coups");
  await page.getByRole("button", { name: "Ouvrir « Au bord »" }).click();
  await expect(cell("g5")).toHaveAccessibleName(/bille de Nord/);

  // Nonsense is answered with a sentence; a link brings the position back.
  await page.getByLabel("Coller").fill("bonjour");
  await page.getByRole("button", { name: "Lire" }).click();
  await expect(news).toContainText("ni une position");
  await page.getByLabel("Coller").fill('{"marbles": 3}');
  await page.getByRole("button", { name: "Lire" }).click();
  await expect(news).toContainText("il manque la clé");
  await page.goto("/");
  await page.goto(link);
  await expect(cell("g5")).toHaveAccessibleName(/bille de Nord/);
  await expect(verdict).toContainText("La position tient");

  // Played on, at a table that says where it begins; then looked back at, and edited again.
  await page.getByLabel("Contre").selectOption("screen");
  await page.getByRole("button", { name: "Jouer", exact: true }).click();
  await page.waitForURL(/\/table\//);
  await expect(page.getByTestId("begins")).toContainText("position composée");
  await cell("g5").click();
  await cell("h5").click();
  await page.goto(`/replay/${page.url().split("/").at(-1)}?step=0`);
  await page.getByRole("tab", { name: "Partie" }).click();
  await page.getByRole("button", { name: "Modifier cette position" }).click();
  await expect(page).toHaveURL(/\/editor\/expion#/);
  await expect(verdict).toContainText("La position tient");
  await expect(cell("g5")).toHaveAccessibleName(/bille de Nord/);
});
