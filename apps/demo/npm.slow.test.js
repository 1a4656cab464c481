import { expect, test } from 'vitest'
import { builtPage, pageAt, type } from './test/npm.js'

test.each(
  /** @type {const} */ ([
    ['npm run demo', 'explorer', 'Flow Explorer', 'SIGINT'],
    ['npm run demo -- react', 'react', 'Demo app in React', 'SIGTERM'],
    ['npm run demo -- vue', 'vue', 'Demo app in Vue', 'SIGKILL'],
  ]),
)('%s: serves apps/%s and a node until npm gets a signal', async (command, folder, title, signal) => {
  const { npm, end, urls } = await type(command)
  // The documentation is listed too if it has been built.
  expect(Object.keys(urls).filter(name => name !== 'Documentation')).toEqual([title, 'LCD in memory'])
  expect(await pageAt(urls[title])).toBe(builtPage(folder))
  npm.kill(signal)
  await end
  for (const url of Object.values(urls)) await expect(fetch(url)).rejects.toThrow()
})
