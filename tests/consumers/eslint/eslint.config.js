import query from '@tanstack/eslint-plugin-query'
import hooks from 'eslint-plugin-react-hooks'

export default [
  { files: ['**/*.jsx'], languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } },
  ...query.configs['flat/recommended'],
  hooks.configs.flat['recommended-latest'],
]
