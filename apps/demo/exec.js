#!/usr/bin/env node
// Implements `exec node script ...` for shells without `exec`, for example on Windows. The script runs in this process.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

process.argv.splice(1, 2)
await import(pathToFileURL(resolve(process.argv[1] ?? '')).href)
