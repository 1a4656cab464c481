import { access, cp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Option } from '@commander-js/extra-typings'
import { type Define, examples } from '../definition.js'
import { checkedAddress, checkedRpc } from '../node/address.js'
import { endpointsOf } from '../node/client.js'
import { packageFolder } from '../package.js'
import { type Context, type Framework, frameworks, type Settings, UsageError } from '../settings.js'
import { bold, createOutput, dim } from '../terminal/output.js'

interface InitOptions {
  framework?: Framework
  packages?: string
}

const templates = fileURLToPath(new URL('templates', packageFolder))

export const define: Define = (command, context) =>
  command
    .argument('[folder]', 'new or empty folder', 'my-flows')
    .addOption(new Option('--framework <name>', 'framework of the app. Asks if omitted').choices(frameworks))
    .option('--packages <folder>', 'install the flow-query packages from tarballs in this folder')
    .addHelpText(
      'after',
      examples('init my-flows --framework react', 'init my-vue-flows --framework vue --lcd http://127.0.0.1:1317'),
    )
    .action((folder, options) => run(context(), folder, options))

async function run(context: Context, folder: string, options: InitOptions): Promise<void> {
  const output = createOutput(context)
  const { embedded } = context.settings
  const node = embedded ? null : nodeOf(await endpointsOf(context))
  await checkEmpty(folder)
  const framework = options.framework ?? (await ask(context))
  const manifest = { ...(await manifestOf(framework, options.packages)), name: packageNameOf(folder) }

  for (const template of ['common', framework])
    await cp(join(templates, template), folder, { recursive: true, force: false, errorOnExist: true })
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  if (options.packages) await writeFile(join(folder, 'pnpm-workspace.yaml'), pnpmWorkspaceOf(manifest))
  await writeFile(join(folder, '.env'), environmentOf(node))
  // The template has no dot in its name, because npm excludes .gitignore files from tarballs.
  await rename(join(folder, 'gitignore'), join(folder, '.gitignore'))

  if (context.settings.json) return output.json({ folder: resolve(folder), framework })
  await output.line('Created ', bold(folder), ", an app that shows an owner's flows live.")
  await output.line()
  if (resolve(folder) !== process.cwd()) await output.line(/\s/.test(folder) ? `cd "${folder}"` : `cd ${folder}`)
  await output.line('npm install')
  await output.line('npm run dev')
  await output.line()
  await output.line(
    dim(
      node ? `It reads from ${node.lcd}.` : 'It uses an in-memory node. To use a real node, set VITE_LCD_URL in .env.',
    ),
  )
}

interface Node {
  lcd: string
  rpc: string
}

function nodeOf({ lcd: [first, ...others], rpc }: Pick<Settings, 'lcd' | 'rpc'>): Node | null {
  if (others.length > 0) throw new UsageError('A new project reads from one node.', 'Pass --lcd only once.')
  if (first !== undefined) return { lcd: checkedAddress(first), rpc: rpc === undefined ? first : checkedRpc(rpc) }
  if (rpc !== undefined)
    throw new UsageError(
      '--rpc requires --lcd, because the project reads flows from the LCD.',
      'Add --lcd https://lcd.example.org',
    )
  return null
}

function environmentOf(node: Node | null): string {
  return `# REST and RPC endpoints of the node. If VITE_LCD_URL is empty, \`npm run dev\` uses an in-memory node.
VITE_LCD_URL=${node?.lcd ?? ''}
VITE_RPC_URL=${node?.rpc ?? ''}
`
}

async function checkEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new UsageError(`${folder} is not a folder.`, anotherFolder)
    throw error
  })
  if (found.length > 0) throw new UsageError(`${folder} is not empty. init does not overwrite files.`, anotherFolder)
}

const anotherFolder = 'Choose another folder. For example, run: flow-query init my-flows'

async function ask({ terminal: { stdin, stdout }, signal }: Context): Promise<Framework> {
  const missing = new UsageError('Missing --framework.', `Pass --framework with one of ${frameworks.join(', ')}.`)
  if (!stdin.isTTY || !stdout.isTTY) throw missing
  const question = `Framework (${frameworks.join(', ')}): `
  const answers = createInterface({ input: stdin, signal })
  try {
    stdout.write(question)
    for await (const answer of answers) {
      const framework = frameworks.find(name => name === answer.trim().toLowerCase())
      if (framework) return framework
      stdout.write(question)
    }
    throw missing
  } finally {
    answers.close()
  }
}

interface Manifest {
  name: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  /** npm and Bun read this field. */
  overrides?: Record<string, string>
  /** Yarn reads this field. */
  resolutions?: Record<string, string>
}

/** The packages that the packages of a template depend on. */
const indirect = ['@flow-query/core', '@flow-query/insights', '@flow-query/rules']

/**
 * Returns the template's package.json with the flow-query packages at the versions that this package depends on, or as tarballs.
 *
 * The tarballs depend on each other by versions that may not be published. The overrides make package managers install
 * the tarballs instead.
 */
async function manifestOf(framework: Framework, packages: string | undefined): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(await readFile(join(templates, framework, 'package.json'), 'utf8'))
  const tarballs: Record<string, string> = {}
  if (packages) for (const name of indirect) tarballs[name] = `file:${await tarballOf(name, packages)}`
  for (const dependencies of [manifest.dependencies, manifest.devDependencies])
    for (const name of Object.keys(dependencies)) {
      if (!name.startsWith('@flow-query/')) continue
      if (packages) tarballs[name] = `file:${await tarballOf(name, packages)}`
      dependencies[name] = tarballs[name] ?? `^${versionOf(name)}`
    }
  return packages ? { ...manifest, overrides: tarballs, resolutions: tarballs } : manifest
}

/** The packages of the frameworks have core's version. This package doesn't depend on them. */
function versionOf(name: string): string {
  const isFramework = frameworks.some(framework => name === `@flow-query/${framework}`)
  return createRequire(import.meta.url)(`${isFramework ? '@flow-query/core' : name}/package.json`).version
}

function packageNameOf(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z\d.~_-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
  return name || 'flows'
}

/** The overrides for pnpm, which ignores `overrides` in package.json. */
function pnpmWorkspaceOf({ overrides = {} }: Manifest): string {
  const lines = Object.entries(overrides).map(
    ([name, tarball]) => `  ${JSON.stringify(name)}: ${JSON.stringify(tarball)}\n`,
  )
  return `overrides:\n${lines.join('')}`
}

async function tarballOf(name: string, packages: string): Promise<string> {
  const tarball = resolve(packages, `${name.replace('@', '').replace('/', '-')}.tgz`)
  await access(tarball).catch(() => {
    throw new UsageError(`${tarball} does not exist.`, 'To create it, run npm run packages in a clone of flow-query.')
  })
  return tarball
}
