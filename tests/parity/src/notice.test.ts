import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { isReleased, noticeOf, readmeNotice } from '../../../apps/docs/reference/notice.js'
import { filesOf, root, textOf } from './files.js'

const released = isReleased(pathToFileURL(root))
const needsPackages = /npm install[\w@/ -]*@flow-query|npx @flow-query/
const box = /<!--@include: \S+\/parts\/not-published\.md-->/
const pages = filesOf('apps/docs/pages/*.md').filter(page => !page.includes('/parts/') && !page.endsWith('/clone.md'))
const readmes = ['README.md', ...filesOf('packages/*/README.md').filter(readme => !readme.includes('/templates/'))]

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

test.each(pages)('%s has the box before the first command that needs published packages', page => {
  const [beforeCommand = '', ...commands] = textOf(page).split(needsPackages)
  expect(box.test(beforeCommand)).toBe(commands.length > 0)
})

test.each(readmes)('%s has the box before the first command until the first release', readme => {
  const [beforeCommand = '', ...commands] = textOf(readme).split(needsPackages)
  expect(beforeCommand.includes(readmeNotice(readme))).toBe(commands.length > 0 && !released)
})

test('no page has its own version of the box', () => {
  const own = [...pages, ...readmes].filter(page =>
    /n't on npm|not on npm|not published|unpublished/i.test(textOf(page).replace(readmeNotice(page), '')),
  )
  expect(own).toEqual([])
})
