import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test.each(['events', 'heights'])('the README shows the example of %s, word for word', name => {
  const blocks = [...read('../README.md').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code)
  expect(blocks).toContain(read(`../examples/${name}.test.ts`))
})
