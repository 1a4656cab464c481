import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { published } from '../../../scripts/packages.js'
import { exportsOf } from './exported-values.js'

/** The command line has no entry point for programs. */
const libraries = published.filter(folder => basename(folder) !== 'cli')

test.each(libraries.map(folder => [basename(folder), folder]))('the exports of %s', async (_, folder) => {
  expect(await exportsOf(folder)).toMatchSnapshot()
})
