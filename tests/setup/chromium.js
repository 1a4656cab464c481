import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/packages.js'

/** Each version has its own folder, so that an update is unpacked again. */
const folder = join(root, 'node_modules', '.cache', 'chromium-147.0.0')

/**
 * Returns Playwright's launch options for the browser that all suites use.
 *
 * This is the Chromium of the npm package `@sparticuz/chromium`, which exists for Linux x64. Elsewhere, set
 * `CHROMIUM_PATH`, or install Playwright's own browser. A system browser is never picked up, because another version
 * can pass tests that fail on other machines.
 *
 * @returns {{ executablePath?: string, args: string[] }}
 */
export function chromium() {
  const executablePath = process.env.CHROMIUM_PATH || packagedChromium()
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

function packagedChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!existsSync(folder)) unpack()
  // Minimal systems lack the libraries and fonts that Chromium needs, so this uses those in the package.
  process.env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib')
  process.env.FONTCONFIG_PATH = join(folder, 'fonts')
  return join(folder, 'chromium')
}

/**
 * Unpacks into a temporary folder, then renames it, because several suites can start at the same time.
 *
 * It blocks the process, because Vite bundles this file into each configuration, so one process has several copies of it.
 */
function unpack() {
  mkdirSync(dirname(folder), { recursive: true })
  const temporary = mkdtempSync(`${folder}-`)
  // The package unpacks to TMPDIR. It unpacks its libraries only on AWS Lambda, so this sets the variable that it checks.
  const env = { ...process.env, TMPDIR: temporary, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
  execFileSync(process.execPath, [join(root, 'tests/setup/unpack-chromium.js')], { env })
  writeFileSync(join(temporary, 'fonts', 'fonts.conf'), fontsConf)
  try {
    renameSync(temporary, folder)
  } catch (error) {
    // Another process has already unpacked it.
    if (!existsSync(folder)) throw error
    rmSync(temporary, { recursive: true })
  }
}

const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
