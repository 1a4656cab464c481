import { readFileSync } from 'node:fs'
import type { Exchange, Lcd } from '../src/index.js'

/** Reads a file from `recordings`. */
export function recording<Content = Exchange[]>(name: string): Content {
  return JSON.parse(readFileSync(new URL(`../recordings/${name}`, import.meta.url), 'utf8'))
}

/** Sends a recorded request to a node. */
export function answerTo(lcd: Lcd, { method, path, headers = {}, body }: Exchange['request']) {
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return lcd.reply({ method, target: path, headers: Object.fromEntries(lowerCase), ...(body && { body }) }).answer
}
