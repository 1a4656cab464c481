import { expect, open, test } from './site.js'

/** Consecutive queries have different results, so that no query passes with the result of the one before. */
const queries = {
  'No QueryClient set': 'Troubleshooting',
  failing: 'Find failing flows',
  pagination: 'Lists and pagination',
  useFlowHistory: 'useFlowHistory',
  next_key: 'Lists and pagination',
  'Next.js': 'Server rendering',
  cursor: 'Lists and pagination',
  jest: 'Testing',
  SSR: 'Server rendering',
  mock: 'Testing',
  timeout: 'Errors',
  owner: 'Flows and terms',
  retry: 'Errors',
  webhook: 'Get an alert in Slack',
  429: 'Errors',
  suspense: 'Getting started',
  page: 'Lists and pagination',
  FlowClientOptions: 'Types of @flow-query/core',
}

test('each search shows the best page first', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'Search' }).click()
  for (const [query, result] of Object.entries(queries)) {
    await page.getByRole('searchbox').fill(query)
    await expect(page.getByRole('option').first(), query).toContainText(result)
  }
})
