import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './packages.js'

/** Each version has its own folder, so that an update is unpacked again. */
const folder = join(root, 'node_modules', '.cache', 'chromium-147.0.0')

/**
 * Returns Playwright's launch options for the browser that all suites use.
 *
 * This is the Chromium of the npm package `@sparticuz/chromium`, which exists for Linux x64. Elsewhere, set
 * `CHROMIUM_PATH`, or install Playwright's own browser. A system browser is never picked up, because another version
 * can pass tests that fail on other machines.
 *
 * @returns {Promise<{ executablePath?: string, args: string[] }>}
 */
export async function chromium() {
  const executablePath = process.env.CHROMIUM_PATH || (await packagedChromium())
  return {
    ...(executablePath && { executablePath }),
    args: [
      // Containers run as root, and Chromium's sandbox does not start as root.
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

async function packagedChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!existsSync(folder)) {
    unpacking ??= unpack()
    await unpacking
  }
  // Minimal systems lack the libraries and fonts that Chromium needs, so this uses those in the package.
  process.env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib')
  process.env.FONTCONFIG_PATH = join(folder, 'fonts')
  return join(folder, 'chromium')
}

/**
 * Concurrent tests in one process wait for the same unpacking.
 *
 * @type {Promise<void> | undefined}
 */
let unpacking

/** Unpacks into a temporary folder, then renames it, because several suites can start at the same time. */
async function unpack() {
  const temporary = `${folder}-${process.pid}`
  await mkdir(temporary, { recursive: true })
  const { TMPDIR } = process.env
  // The package unpacks to TMPDIR. It unpacks its libraries only on AWS Lambda, so this sets the variable that it checks.
  Object.assign(process.env, { TMPDIR: temporary, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' })
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    await packaged.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  await writeFile(join(temporary, 'fonts', 'fonts.conf'), fontsConf)
  await rename(temporary, folder).catch(error => {
    // Another process was faster.
    if (!existsSync(folder)) throw error
    return rm(temporary, { recursive: true })
  })
}

const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
