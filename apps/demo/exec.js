#!/usr/bin/env node
// `exec node script ...` where the shell has no exec, as on Windows: the script runs in this process.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

process.argv.splice(1, 2)
await import(pathToFileURL(resolve(process.argv[1] ?? '')).href)
