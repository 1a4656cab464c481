import { expect, test } from 'vitest'
import { repositoryUrl } from './repository.js'

const page = 'https://github.com/owner/flow-query'
const directory = 'packages/core'

test.each([
  ['the URL of the page', page],
  ['what npm writes for a clone over HTTPS', { type: 'git', url: `git+${page}.git`, directory }],
  ['what npm writes for a clone over SSH', { type: 'git', url: 'git+ssh://git@github.com/owner/flow-query.git' }],
])('repositoryUrl accepts %s', (_, repository) => {
  expect(repositoryUrl({ repository })).toBe(page)
})

test('repositoryUrl returns undefined without a repository', () => {
  expect(repositoryUrl({})).toBeUndefined()
})

test('repositoryUrl rejects a repository without a page', () => {
  expect(() => repositoryUrl({ repository: 'github:owner/flow-query' })).toThrow(
    '`repository` must be a URL such as https://github.com/owner/flow-query, got github:owner/flow-query.',
  )
})
