import { access, cp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { packageFolder, version } from '../package.js'
import { type Context, type Framework, frameworks, UsageError } from '../settings.js'
import { bold, createOutput, dim } from '../terminal/output.js'

export interface InitOptions {
  framework?: Framework
  packages?: string
}

const templates = fileURLToPath(new URL('templates', packageFolder))

/** Writes a project of a few files: those of `templates/common`, and those of the framework. */
export async function run(context: Context, folder: string, options: InitOptions): Promise<void> {
  const output = createOutput(context)
  await checkEmpty(folder)
  const framework = options.framework ?? (await ask(context))
  const manifest = await manifestOf(framework, options.packages)

  for (const template of ['common', framework])
    await cp(join(templates, template), folder, { recursive: true, force: false, errorOnExist: true })
  await writeFile(join(folder, 'package.json'), manifest)
  // Packed under its own name, it would be taken for one of this package, and be left out.
  await rename(join(folder, 'gitignore'), join(folder, '.gitignore'))

  if (context.settings.json) return output.json({ folder: resolve(folder), framework })
  await output.line('Made ', bold(folder), ': an owner’s flows, live, those that fail first.')
  await output.line()
  if (resolve(folder) !== process.cwd()) await output.line(`cd ${folder}`)
  await output.line('npm install')
  await output.line('npm run dev')
  await output.line()
  await output.line(dim('It asks a node in memory. A real one is one line, in src/client.ts.'))
}

async function checkEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new UsageError(`${folder} is no folder.`, anotherFolder)
    throw error
  })
  if (found.length > 0)
    throw new UsageError(`${folder} is not empty, and nothing in it will be overwritten.`, anotherFolder)
}

const anotherFolder = 'Choose another folder: flow-query init my-flows'

async function ask({ terminal: { stdin, stdout }, signal }: Context): Promise<Framework> {
  const nobody = new UsageError('No framework is named.', `Name one: --framework ${frameworks.join(', ')}`)
  if (!stdin.isTTY || !stdout.isTTY) throw nobody
  const question = `Framework (${frameworks.join(', ')}): `
  const answers = createInterface({ input: stdin, signal })
  try {
    stdout.write(question)
    for await (const answer of answers) {
      const framework = frameworks.find(name => name === answer.trim().toLowerCase())
      if (framework) return framework
      stdout.write(question)
    }
    throw nobody
  } finally {
    answers.close()
  }
}

/** The template's package.json, with our own packages in this one's version, or as tarballs of a folder. */
async function manifestOf(framework: Framework, packages: string | undefined): Promise<string> {
  const manifest = JSON.parse(await readFile(join(templates, framework, 'package.json'), 'utf8'))
  for (const name of Object.keys(manifest.dependencies)) {
    if (!name.startsWith('@flow-query/')) continue
    manifest.dependencies[name] = packages ? `file:${await tarballOf(name, packages)}` : `^${version()}`
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

async function tarballOf(name: string, packages: string): Promise<string> {
  const tarball = resolve(packages, `${name.replace('@', '').replace('/', '-')}.tgz`)
  await access(tarball).catch(() => {
    throw new UsageError(`${tarball} is not there.`, 'Make it in a clone of flow-query: npm run packages')
  })
  return tarball
}
