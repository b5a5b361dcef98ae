import svelte from "eslint-plugin-svelte";
import tseslint from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default tseslint.config(
    { ignores: ["node_modules", "src/lib/api/schema.d.ts", "test-results", "playwright-report"] },
    ...tseslint.configs.strict,
    ...svelte.configs.recommended,
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: {
            parserOptions: { parser: tseslint.parser, extraFileExtensions: [".svelte"], svelteConfig },
        },
    },
    {
        rules: {
            "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
            "svelte/no-at-html-tags": "error",
            // Links are handled by our own router, which has no such helper.
            "svelte/no-navigation-without-resolve": "off",
        },
    },
);
