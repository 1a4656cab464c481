// Packs all published packages and checks the tarballs with publint and "Are the types wrong?". Both run in one process,
// because they load TypeScript, which is slow.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packAll } from './packages.js'

const folder = mkdtempSync(join(tmpdir(), 'flow-query-packages-'))

const problems = []
for (const { filename } of packAll(folder)) {
  const tarball = readFileSync(filename)
  const { messages, pkg } = await publint({ pack: { tarball: toArrayBuffer(tarball) }, strict: true })
  const { types, problems: typeProblems = [] } = await checkPackage(createPackageFromTarballData(tarball))
  const found = [
    ...messages.map(message => formatMessage(message, pkg, { color: false })),
    ...(types ? [] : ['The package has no types.']),
    ...typeProblems.filter(concerns(pkg)).map(problem => JSON.stringify(problem)),
  ]
  console.log(`${found.length ? '✗' : '✓'} ${pkg.name}`)
  problems.push(...found.map(problem => `  ${pkg.name}: ${problem}`))
}

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

function toArrayBuffer({ buffer, byteOffset, byteLength }) {
  return buffer.slice(byteOffset, byteOffset + byteLength)
}
