import { expect, open, test } from './site.js'

const queries = {
  'No QueryClient set': 'Troubleshooting',
  failing: 'Find failing flows',
  pagination: 'Lists and pagination',
  useFlowHistory: 'useFlowHistory',
  jest: 'Testing',
  mock: 'Testing',
  SSR: 'Server rendering',
  timeout: 'Errors',
}

for (const [query, result] of Object.entries(queries)) {
  test(`a search for "${query}" shows ${result} first`, async ({ page }) => {
    await open(page, '/')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').pressSequentially(query)
    await expect(page.getByRole('option').first()).toContainText(result)
  })
}
