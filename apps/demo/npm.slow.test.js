import { expect, test } from 'vitest'
import { builtPage, pageAt, type } from './test/npm.js'

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGKILL'])

test.each(signals)('npm run demo: serves the explorer and a node until npm gets %s', async signal => {
  const { npm, end, urls } = await type('npm run demo')
  // The documentation is listed too if it has been built.
  expect(Object.keys(urls).filter(name => name !== 'Documentation')).toEqual(['Flow Explorer', 'LCD in memory'])
  expect(await pageAt(urls['Flow Explorer'])).toBe(builtPage('explorer'))
  npm.kill(signal)
  await end
  for (const url of Object.values(urls)) await expect(fetch(url)).rejects.toThrow()
})
