// Writes the changelog page: changes that are not released yet, and then the changelogs of all packages. Packages with the same version
// share a section.
// Also writes the box of the pages that need published packages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { noticeOf } from './notice.js'

const root = new URL('../../../', import.meta.url)

/** The packages that share a version, from Changesets. All other packages have their own version. */
const { fixed } = JSON.parse(readFileSync(new URL('.changeset/config.json', root), 'utf8'))
const groups = new Map()
const order = [...fixed.flat(), '@flow-query/testing', '@flow-query/cli'].map(name => name.replace('@flow-query/', ''))
const folders = new Set([...order, ...readdirSync(new URL('packages', root))])
for (const folder of folders) {
  const file = new URL(`packages/${folder}/CHANGELOG.md`, root)
  if (!existsSync(file)) continue
  const names = fixed.find(names => names.includes(`@flow-query/${folder}`)) ?? [`@flow-query/${folder}`]
  const title = names.map(name => name.replace('@flow-query/', '')).join(', ')
  const releases = groups.get(title) ?? new Map()
  groups.set(title, releases)
  for (const [version, changes] of releasesIn(readFileSync(file, 'utf8')))
    releases.set(version, new Set([...(releases.get(version) ?? []), ...changes]))
}

const listOf = changes => [...changes].map(change => `- ${change}`).join('\n')
const sections = [...groups].map(([title, releases]) => {
  const versions = [...releases].filter(([, changes]) => changes.size)
  return `## ${title}\n\n${versions.map(([version, changes]) => `### ${version}\n\n${listOf(changes)}\n`).join('\n')}`
})
const pending = unreleased()
if (pending.size) sections.unshift(`## Unreleased\n\n${listOf(pending)}\n`)

const notice = noticeOf(root)
const page = `---
description: All releases of flow-query and their changes.
editLink: false
---

# Changelog

[Versions and upgrades](./upgrading) explains which packages share a version, and which versions can contain breaking changes.

${notice}
${sections.join('\n')}`
writeFileSync(fileURLToPath(new URL('../pages/changelog.md', import.meta.url)), page)
writeFileSync(new URL('../pages/getting-started/parts/not-published.md', import.meta.url), notice)

/** Returns the texts of the changesets. */
function unreleased() {
  const folder = new URL('.changeset/', root)
  const files = readdirSync(folder).filter(name => name.endsWith('.md') && name !== 'README.md')
  return new Set(files.map(name => indented(readFileSync(new URL(name, folder), 'utf8').split(/^---$/m)[2] ?? '')))
}

/** Returns the versions of a changelog with their entries, except entries about updated dependencies. */
function releasesIn(text) {
  return text
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const entries = section
        .split(/^- /m)
        .slice(1)
        .map(entry => entry.split(/^### /m)[0] ?? '')
      const own = entries.filter(entry => !entry.startsWith('Updated dependencies'))
      return [section.split('\n')[0] ?? '', new Set(own.map(entry => indented(entry.replace(/^[0-9a-f]{7}: /, ''))))]
    })
}

function indented(text) {
  return text.trim().replace(/\n(?=.)/g, '\n  ')
}
