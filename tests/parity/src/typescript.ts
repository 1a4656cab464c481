import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** Returns the text that an editor shows when you hover over each word after a `▸`. */
export function hover(text: string): string[] {
  const service = openFile(text.replaceAll('▸', ''))
  const words = [...text.matchAll(/▸/g)].map(({ index }, before) => index - before)
  return words.map(position => {
    const { displayParts } = service.getQuickInfoAtPosition(file, position) ?? {}
    return ts.displayPartsToString(displayParts).replace(/\nimport \w+$/, '')
  })
}

/** Returns the errors that an editor shows in a file with this content, without warnings about unused variables. */
export function errorsIn(text: string): string[] {
  const service = openFile(text)
  const found = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)]
  return found
    .filter(({ reportsUnnecessary }) => !reportsUnnecessary)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
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
