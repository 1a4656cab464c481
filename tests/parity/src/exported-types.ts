import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { type Binding, bindings } from './bindings.js'

/** Returns the names of the types that a binding exports. */
export function typesOf(binding: Binding): string[] {
  types ??= readTypes()
  return types[binding]
}

let types: Record<Binding, string[]> | undefined

const folder = fileURLToPath(new URL('..', import.meta.url))
const file = fileURLToPath(new URL('imports.ts', import.meta.url))

/** Reads the types of all bindings with one program, which has only our own modules, because the others take seconds. */
function readTypes(): Record<Binding, string[]> {
  const modules = Object.entries(bindings).flatMap(([name, entries]) =>
    Object.keys(entries).map(entry => `@flow-query/${name}${entry}`),
  )
  const program = programOf(modules.map(name => `import '${name}'`).join('\n'))
  const checker = program.getTypeChecker()
  const imports = program.getSourceFile(file)?.statements.filter(ts.isImportDeclaration) ?? []
  const typesIn = (binding: Binding) =>
    imports
      .map(({ moduleSpecifier }) => moduleSpecifier)
      .filter(specifier => new RegExp(`@flow-query/${binding}\\b`).test(specifier.getText()))
      .flatMap(specifier => {
        const module = checker.getSymbolAtLocation(specifier)
        if (!module) throw new Error(`${specifier.getText()} exports nothing`)
        return checker.getExportsOfModule(module).filter(symbol => isType(checker, symbol))
      })
      .map(({ name }) => name)
      .sort()
  return { react: typesIn('react'), vue: typesIn('vue'), svelte: typesIn('svelte') }
}

/** Returns a program of one file, and of our modules that it imports. */
function programOf(text: string): ts.Program {
  const { config } = ts.readConfigFile(`${folder}/tsconfig.json`, ts.sys.readFile)
  const options = { ...ts.parseJsonConfigFileContent(config, ts.sys, folder).options, noLib: true, types: [] }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = name => name === file || fileExists(name)
  host.getSourceFile = (name, target, ...rest) =>
    name === file ? ts.createSourceFile(name, text, target) : getSourceFile(name, target, ...rest)
  host.resolveModuleNameLiterals = (names, importer) =>
    names.map(({ text }) =>
      /^\.|^@flow-query\//.test(text)
        ? ts.resolveModuleName(text, importer, options, host)
        : { resolvedModule: undefined },
    )
  return ts.createProgram([file], options, host)
}

function isType(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const { flags } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return (flags & ts.SymbolFlags.Type) !== 0
}
