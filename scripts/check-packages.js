// Packs all published packages, and checks the tarballs with publint and "Are the types wrong?" and their sizes. Both tools run
// in one process, because they load TypeScript, which is slow.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packAll } from './packages.js'

/** The largest sizes of the tarballs, in kB. */
const limits = JSON.parse(readFileSync(new URL('package-limits.json', import.meta.url), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'flow-query-packages-'))

const problems = []
for (const { filename } of packAll(folder)) {
  const tarball = readFileSync(filename)
  const size = Math.ceil(tarball.length / 1000)
  const { messages, pkg } = await publint({ pack: { tarball: toArrayBuffer(tarball) }, strict: true })
  const { types, problems: typeProblems = [] } = await checkPackage(createPackageFromTarballData(tarball))
  const found = [
    ...messages.map(message => formatMessage(message, pkg, { color: false })),
    ...(types ? [] : ['The package has no types.']),
    ...typeProblems.filter(concerns(pkg)).map(problem => JSON.stringify(problem)),
    ...checkSize(pkg.name, size),
  ]
  console.log(`${found.length ? '✗' : '✓'} ${pkg.name}, ${size} kB`)
  problems.push(...found.map(problem => `  ${pkg.name}: ${problem}`))
}

rmSync(folder, { recursive: true })

if (problems.length) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}

/** Ignores problems with Node 10, and with CommonJS in packages that don't support it. */
function concerns({ exports }) {
  const hasCommonJs = JSON.stringify(exports).includes('"require"')
  const ignored = hasCommonJs ? ['node10'] : ['node10', 'node16-cjs']
  return ({ resolutionKind }) => !ignored.includes(resolutionKind)
}

/** A package that grows by accident often contains files that apps don't use. */
function checkSize(name, size) {
  const limit = limits[name]
  if (limit === undefined) return [`scripts/package-limits.json has no limit for ${name}.`]
  if (size <= limit) return []
  return [
    `The tarball has ${size} kB, and scripts/package-limits.json allows ${limit} kB. If all its files are needed, raise the limit.`,
  ]
}

function toArrayBuffer({ buffer, byteOffset, byteLength }) {
  return buffer.slice(byteOffset, byteOffset + byteLength)
}
