import { existsSync } from 'node:fs'

/**
 * How to launch Chromium here, in Playwright's terms: `CHROMIUM_PATH`, Debian's, the one that an npm package
 * carries (Linux x64), or, without a path, Playwright's own.
 *
 * @returns {Promise<{ executablePath?: string, args: string[] }>}
 */
export async function chromium() {
  const executablePath = process.env.CHROMIUM_PATH || debian() || (await packaged())
  return { ...(executablePath && { executablePath }), args }
}

const args = [
  // Containers run as root, where Chromium's sandbox does not start.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's headless shell takes half the time of its whole browser. */
function debian() {
  for (const path of ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']) if (existsSync(path)) return path
}

/** Not a dependency of every machine: `undefined` where it is not installed. */
async function packaged() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  // Read when the package is imported: makes it unpack the libraries that a bare system lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium').catch(() => ({}))
  return chromium?.executablePath()
}
