import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { type Binding, bindings } from './bindings.js'

/** Returns the text that an editor shows when you hover over each word after a `▸`. */
export function hover(text: string): string[] {
  const service = openFile(text.replaceAll('▸', ''))
  const words = [...text.matchAll(/▸/g)].map(({ index }, before) => index - before)
  return words.map(position => {
    const { displayParts } = service.getQuickInfoAtPosition(file, position) ?? {}
    return ts.displayPartsToString(displayParts).replace(/\nimport \w+$/, '')
  })
}

/** Returns the names of the types that a binding exports. */
export function typesOf(binding: Binding): string[] {
  const entries = Object.keys(bindings[binding]).map(entry => `export * from '@flow-query/${binding}${entry}'`)
  const program = openFile(entries.join('\n')).getProgram()
  const source = program?.getSourceFile(file)
  const checker = program?.getTypeChecker()
  const module = source && checker?.getSymbolAtLocation(source)
  if (!checker || !module) throw new Error(`${binding} exports nothing`)
  return checker
    .getExportsOfModule(module)
    .filter(symbol => {
      const { flags } = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      return (flags & ts.SymbolFlags.Type) !== 0
    })
    .map(({ name }) => name)
    .sort()
}

/** The file that is open in the editor. */
const file = fileURLToPath(new URL('open.ts', import.meta.url))
let content = ''
let version = 0

/** Returns the editor after it has opened a file with this content. */
function openFile(text: string): ts.LanguageService {
  content = text
  version += 1
  return editor
}

const folder = fileURLToPath(new URL('..', import.meta.url))
const { config } = ts.readConfigFile(`${folder}/tsconfig.json`, ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder)

const editor = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  getCompilationSettings: () => options,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  getScriptFileNames: () => [file],
  getScriptVersion: name => (name === file ? `${version}` : ''),
  getScriptSnapshot: name => {
    const text = name === file ? content : ts.sys.readFile(name)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  fileExists: name => name === file || ts.sys.fileExists(name),
})
