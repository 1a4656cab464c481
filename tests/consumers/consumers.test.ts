import { describe } from 'vitest'
import { checkConsumer, test } from './project.js'

/** One project per module system. `matrix.test.ts` has the others. */
const consumers: [name: string, folder: string][] = [
  ['ES modules and React', 'react'],
  ['a CommonJS server', 'commonjs'],
  ['TypeScript 5.6, 5.9 and 7, each with three module resolutions', 'typescript'],
]

describe.concurrent('npm run check passes', () => {
  test.for(consumers)('%s', ([, name], { folder }) => checkConsumer(name, folder))
})
