import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { instruction, instructionsOf, packages } from '../test/dockerfiles.js'

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
