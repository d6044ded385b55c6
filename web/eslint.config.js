import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

export default ts.config(
    { ignores: ['dist/', 'node_modules/', 'test-results/'] },
    ...ts.configs.strict,
    ...svelte.configs.recommended,
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: ts.parser } },
    },
    {
        rules: {
            '@typescript-eslint/no-non-null-assertion': 'off',
            'no-eval': 'error',
            // Names and chat of other people must stay text.
            'svelte/no-at-html-tags': 'error',
            // Maps here are replaced whole, never changed.
            'svelte/prefer-svelte-reactivity': 'off',
        },
    },
    {
        // What the compiler cannot know is checked where it enters (core/contract/reader.ts,
        // core/values.ts).
        files: ['src/**'],
        rules: {
            '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
            '@typescript-eslint/no-non-null-assertion': 'error',
        },
    },
);
