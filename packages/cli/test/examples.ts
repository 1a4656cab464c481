import { writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { run, start } from './run.js'

/** Returns the examples in the help of a command, one line per example. */
export async function examplesOf(name: string): Promise<string[]> {
  const { stdout } = await run([name, '--help'])
  const [, examples = ''] = stdout.split('\nExamples:\n')
  const [lines = ''] = examples.split('\n\n')
  return lines
    .replaceAll(/ \\\n */g, ' ')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
}

/** Commands that run until Ctrl-C. */
const services = /^(watch|monitor(?!.*--dry-run)|metrics|gateway|mcp|serve)\b/

/** Runs a line as a shell does. Only the parts of the shell's language that the examples use are supported. */
export async function runLine(line: string): Promise<void> {
  const typed = line.replace(/^source <\((.*)\).*$/, '$1')
  const [commands = '', file] = typed.split(' > ')
  let input = ''
  for (const part of commands.split(' | ')) {
    expect(part).toMatch(/^flow-query /)
    input = await outputOf(part.replace(/^flow-query /, ''), input)
  }
  if (file && !file.includes('/')) writeFileSync(file, input)
}

async function outputOf(command: string, input: string): Promise<string> {
  const args = Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word)
  const one = start(args, Readable.from([input]))
  if (services.test(command)) {
    // Without --http, mcp waits for requests and prints nothing.
    if (command !== 'mcp --embedded') await one.says(/./)
    one.interrupt()
  }
  const { stdout, stderr, status } = await one.finished()
  expect(stderr, command).not.toContain('flow-query:')
  // 3 means that a failure is certain.
  expect([0, 3, 130], `${command}: ${stderr}`).toContain(status)
  return stdout
}
