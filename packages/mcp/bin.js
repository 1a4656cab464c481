#!/usr/bin/env node
// Package managers link this file before the build creates `dist`.
import { existsSync } from 'node:fs'

const program = new URL('dist/bin.js', import.meta.url)
if (existsSync(program)) {
  await import(program.href)
} else {
  console.error('This command is not built yet. Run `npm run build` in the root of the repository first.')
  process.exitCode = 1
}
