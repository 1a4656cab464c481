import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../test/process.js'

const packages = new URL('../../', import.meta.url)

/** Returns the instructions of a Dockerfile. */
function instructionsOf(name: string): [instruction: string, value: string][] {
  const text = readFileSync(new URL(`${name}/Dockerfile`, packages), 'utf8')
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return lines.map(line => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)])
}

function instruction(name: string, wanted: string): string {
  return instructionsOf(name).find(([name]) => name === wanted)?.[1] ?? ''
}

test.each(['gateway', 'monitor'])('the image of the %s installs the current versions of packages that exist', name => {
  const [, command = ''] = instructionsOf(name).find(([instruction]) => instruction === 'RUN') ?? []
  const installed = [...command.matchAll(/@flow-query\/(\w+)@(\S+)/g)].map(([, found = '', version]) => [
    found,
    version,
  ])
  expect(installed.map(([found]) => found)).toEqual(['cli', name])
  for (const [found, version] of installed)
    expect(JSON.parse(readFileSync(new URL(`${found}/package.json`, packages), 'utf8')).version).toBe(version)
})

test.each(['gateway', 'monitor'])('the image of the %s copies nothing and does not run as root', name => {
  const names = instructionsOf(name).map(([instruction]) => instruction)
  expect(names).not.toContain('COPY')
  expect(names).not.toContain('ADD')
  expect(instruction(name, 'USER')).toBe('node')
  expect(names.lastIndexOf('RUN')).toBeLessThan(names.indexOf('USER'))
})

test.each([
  ['gateway', ['--port', '0', '--shutdown-delay', '0s'], 'Press Ctrl-C to stop.'],
  ['monitor', [], 'flow-query explain'],
] as const)('the entry point of the %s starts, and ends with exit code 0 after SIGTERM', async (name, more, text) => {
  const folder = mkdtempSync(join(tmpdir(), 'flow-query-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [command, ...args] = JSON.parse(instruction(name, 'ENTRYPOINT').replace('/data', folder)) as string[]
  expect(command).toBe('flow-query')
  const one = startProcess([...args, ...more, '--embedded'])
  await one.says(text)
  one.child.kill('SIGTERM')
  expect(await one.finished).toMatchObject({ status: 0 })
})
