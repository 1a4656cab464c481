// Writes the changelog page: changes that are not released yet, and then the changelogs of all packages, which share one version.
// Also writes the box of the pages that need published packages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { noticeOf } from './notice.js'

const root = new URL('../../../', import.meta.url)

const releases = new Map([['Unreleased', unreleased()]])
for (const name of readdirSync(new URL('packages', root))) {
  const file = new URL(`packages/${name}/CHANGELOG.md`, root)
  if (!existsSync(file)) continue
  for (const [version, changes] of releasesIn(readFileSync(file, 'utf8')))
    releases.set(version, new Set([...(releases.get(version) ?? []), ...changes]))
}

const sections = [...releases].filter(([, changes]) => changes.size)
const page = `---
description: All releases of flow-query and their changes.
editLink: false
---

# Changelog

All packages share one version. [Versions and upgrades](./upgrading) explains which versions can contain breaking changes.

${sections.map(([version, changes]) => `## ${version}\n\n${[...changes].map(change => `- ${change}`).join('\n')}\n`).join('\n')}`
writeFileSync(fileURLToPath(new URL('../pages/changelog.md', import.meta.url)), page)
writeFileSync(new URL('../pages/getting-started/parts/not-published.md', import.meta.url), noticeOf(root))

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
