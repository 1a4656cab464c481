import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { noticeOf } from '../../../apps/docs/reference/notice.js'
import { filesOf, root, textOf } from './files.js'

const repository = pathToFileURL(root)
const isReleased = noticeOf(repository) === ''
const needsPackages = /npm install[^`\n]*@flow-query|npx @flow-query/
const pages = filesOf('apps/docs/pages/*.md').filter(page => !page.includes('/parts/') && !page.endsWith('/clone.md'))

test('the box says that the packages are not published until the first release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-notice-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const noticeFor = (manifest: object) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    return noticeOf(pathToFileURL(`${folder}/`))
  }
  expect(noticeFor({})).toContain('::: warning Not published yet')
  expect(noticeFor({ repository: 'https://github.com/owner/flow-query' })).toBe('')
})

test.each(pages)('%s has the box if it needs published packages', page => {
  const text = textOf(page)
  expect(/<!--@include: \S+\/parts\/not-published\.md-->/.test(text)).toBe(needsPackages.test(text))
})

test('no page has its own version of the box, except for the README until the first release', () => {
  const own = [...pages, ...filesOf('packages/*/README.md'), 'README.md'].filter(page =>
    /n't on npm|not on npm|not published|unpublished/i.test(textOf(page)),
  )
  expect(own).toEqual(isReleased ? [] : ['README.md'])
})
