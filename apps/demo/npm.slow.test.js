import { expect, test } from 'vitest'
import { builtPage, pageAt, type } from './test/npm.js'

test('npm run demo -- vue: serves one explorer until npm gets SIGINT', async () => {
  const { npm, end, urls } = await type('npm run demo -- vue')
  // The documentation is listed too if it has been built.
  expect(Object.keys(urls).filter(name => name !== 'Documentation')).toEqual(['Flow Explorer (vue)', 'LCD in memory'])
  expect(await pageAt(urls['Flow Explorer (vue)'])).toBe(builtPage('vue'))
  npm.kill('SIGINT')
  await end
  for (const url of Object.values(urls)) await expect(fetch(url)).rejects.toThrow()
})

test('npm run demo -- svelte: serves one explorer until npm gets SIGTERM', async () => {
  const { npm, end, urls } = await type('npm run demo -- svelte')
  expect(await pageAt(urls['Flow Explorer (svelte)'])).toBe(builtPage('svelte'))
  npm.kill('SIGTERM')
  await end
  for (const url of Object.values(urls)) await expect(fetch(url)).rejects.toThrow()
})

test('npm run demo -- all: serves all explorers and a start page until npm is killed', async () => {
  const { npm, end, urls } = await type('npm run demo -- all')
  const startPage = await pageAt(urls['Start here'])
  for (const name of ['react', 'vue', 'svelte']) {
    expect(await pageAt(urls[`Flow Explorer (${name})`])).toBe(builtPage(name))
    expect(startPage).toContain(urls[`Flow Explorer (${name})`])
  }
  npm.kill('SIGKILL')
  await end
  for (const url of Object.values(urls)) await expect(fetch(url)).rejects.toThrow()
})
