// Finds phrases that make English hard to read in Markdown, comments, string literals and template text.
//
//   node scripts/prose.js                    checks the paths in `enforced`
//   node scripts/prose.js packages/core/src  checks these paths (Git pathspecs, so globs work too)
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './packages.js'

/** The paths that `npm run lint` checks. This file contains the phrases itself. */
const enforced = ['.', ':!scripts/prose.js']

const maximumWords = 40

/** The start of a string literal that is not prose. */
const sql = /^\s*(SELECT|INSERT|CREATE|ALTER|DELETE|UPDATE) /

/** Each pattern, with what to write instead. */
const habits = [
  [/\b(is|are|was|were|been|be|being) told\b/, 'reports, receives'],
  [/\btells? (it|them|us|of|what|how|whether|which|when|where|why|nothing)\b/, 'shows, reports, returns'],
  [/\b(stands?|stood) (in|on|there|beside|for|as|above|at|before)\b/, 'is, means'],
  [/\bmend(s|ed|ing)?\b/, 'fix'],
  [/\banew\b/, 'again'],
  [/\bfor want of\b/, 'because there is no'],
  [/\b(comes?|came|coming) (about|of|behind|by itself)\b/, 'happens, results from'],
  [/\b(be|is|are) had\b/, 'is available'],
  [/\b(takes?|took|taken) [a-z]+ for\b/, 'treats … as'],
  [/\bwill do\b(?! \w)/, 'works, is enough'],
  [/\bgo(es)? on\b(?! (to )?(the|a) )/, 'continues'],
  [/\b(leaves?|left|leaving) out\b/, 'omits'],
  [/\b(looks?|looked|looking) at\b/, 'reads, checks, inspects'],
  [/\b(ask|asks|asked|asking) (for|again|once|it|nobody|nothing|anew|of)\b/, 'requests, fetches'],
  [/\b(is|are|was|were|been|be) asked\b/, 'is requested'],
  [/\b(hold|holds|held) (what|whatever|every|all|nothing)\b/, 'contains'],
  [/\bthat there (is|are|was)\b/, 'all, existing'],
  [
    /(?<!soon |long |far )\b(how|as) (it|he|they|one) (is|are|does|do|goes|went|stands|was)\b(?! not)/,
    'the noun: status, health, result',
  ],
  [/\bof (its|their) own\b/, 'separate'],
  [/\bby (itself|themselves|and by)\b/, 'automatically, separately'],
  [/\bwherever (it|they)\b/, 'everywhere'],
  [/(?<!regardless )\bof which\b/, 'two sentences'],
  [/\bbesides?\b/, 'next to, also, except'],
  [/\b(yet|still) to be\b/, 'not yet'],
  [/\b(is|are|was|were) none\b/, 'there is no'],
  [/\bnone of (ours|theirs|its)\b/, 'not one of our'],
  [/\b(is|are|was|were) of (this|that|another|the|an?|no|one)\b/, 'belongs to, has'],
  [/\b(hand|hands|handed) (over|on|out|down)\b/, 'passes'],
  [/\bin one piece\b/, 'as a whole, in one batch'],
  [/\b(make|makes|made) (it|them) up\b/, 'generates'],
  [/\bnothing (of|is|was) \w+ed\b/, 'a sentence with a subject'],
  [/\b(somebody|nobody|everybody)\b/, 'the person or the component'],
  [/\bat (its|their) end\b/, 'at the end of …'],
  [/\b(shall|whatever becomes|so many|as far as their)\b/, 'a plain phrase'],
  [/\b(?:and|or|but|of|for|with|by|than|in|from|as|only|all) what (is|was|are|were|has|had|it|they|he)\b/, 'the noun'],
  [/\bfor (who|whom|what)(?:ever)? (?!reason|purpose)[a-z]+s\b/, 'for users who, for components that'],
  [/(?:^|[.:;,] )who [a-z]+s\b(?![^.]*\?)/i, 'if you …; the caller'],
  [/^What (?!is new)[^?]*[.:]$/, 'a subject with a noun, or a question'],
  [/^Of (?!course)/, 'subject first'],
  [/^That (is|was|of)\b.*[.:]$/, 'repeat the noun'],
  [/^(It|They|One) (is|are) (there|of)\b/, 'repeat the noun'],
]

/** Separates list items, tags and elements, because they often have no punctuation. */
const passageBreak = '¶'

/** Only in Markdown, where code does not end up between the words. */
const habitsOfMarkdown = [[/\w[)*_"]*; /, 'two sentences']]

const blockComment = String.raw`/\*[\s\S]*?\*/|<!--[\s\S]*?-->`
/** Adjacent line comments are one passage. */
const lineComments = String.raw`(?<![:\w'"\`])//[^\n]*(?:\n[ \t]*//[^\n]*)*`
const literal = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\`(?:[^\`\\]|\\[\s\S])*\``

const paths = process.argv.slice(2)
const files = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...(paths.length ? paths : enforced)],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter(file => existsSync(join(root, file)))
  .filter(
    file =>
      /\.(md|tsx?|[cm]?jsx?|vue|svelte)$/.test(file) && !/recordings|recorded\.ts$|CHANGELOG|(^|\/)dist\//.test(file),
  )

let found = 0
for (const file of new Set(files)) {
  for (const { line, text } of passagesOf(file, readFileSync(join(root, file), 'utf8'))) {
    for (const sentence of sentencesOf(text)) {
      const problems = file.endsWith('.md') ? [...habits, ...habitsOfMarkdown] : habits
      for (const [pattern, instead] of problems) {
        const [phrase] = pattern.exec(sentence) ?? []
        if (phrase) report(file, line, `"${phrase.slice(0, 40)}" (write: ${instead})`, sentence)
      }
      const words = sentence.split(/\s+/).filter(word => /\w/.test(word)).length
      if (words > maximumWords) report(file, line, `${words} words (split the sentence)`, sentence)
    }
  }
}
console.log(found ? `${found} phrases to rewrite` : 'No phrases to rewrite')
process.exitCode = found ? 1 : 0

function report(file, line, problem, sentence) {
  found++
  console.log(`${file}:${line} ${problem}\n    ${sentence.slice(0, 160)}`)
}

/** The texts of a file, with the line that each starts on. Code spans become `x`. */
function passagesOf(file, source) {
  return file.endsWith('.md') ? passagesOfMarkdown(source) : passagesOfCode(file, source)
}

function passagesOfMarkdown(source) {
  const blank = text => text.replace(/[^\n]/g, '')
  const prose = source
    .replace(/^---\n[\s\S]*?\n---\n/, text => text.replace(/^(---|[\w-]+:|.*: (minor|patch|major)$)/gm, ''))
    .replace(/^( *)(`{3,})[^\n]*\n[\s\S]*?\n\1\2/gm, blank)
    .replace(/<!--[\s\S]*?-->|<(script|style)[\s\S]*?<\/\1>|<\/?[A-Za-z][^>]*>/g, blank)
    .replace(/^<<<.*$|^:::.*$|^== .*$/gm, blank)
    .replace(/(`+)[^`\n]*?\1/g, 'x')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
  const passages = []
  let line = 1
  for (const block of prose.split(/(\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\. )))/)) {
    const texts = /^\s*\|/.test(block) ? block.split('|') : [block]
    for (const text of texts)
      passages.push({
        line: line + (/^\n*/.exec(text)?.[0].length ?? 0),
        text: text.replace(/^\s*(?:[-*#>]+|\d+\.)\s/, ''),
      })
    line += block.split('\n').length - 1
  }
  return passages
}

/** Comments, literals of three words or more, and the text between tags. */
function passagesOfCode(file, source) {
  const passages = []
  const isTemplate = /\.(vue|svelte|[jt]sx)$/.test(file)
  const tokens = new RegExp(
    `(${blockComment}|${lineComments})|(${literal})${isTemplate ? '|(?<!=)>([^<>{}=;]+)(?=[<{])' : ''}`,
    'g',
  )
  for (const { 0: token, 1: isComment, 2: isString, index } of source.matchAll(tokens)) {
    const line = source.slice(0, index).split('\n').length
    const text = isComment
      ? textOfComment(token)
      : isString
        ? token
            .slice(1, -1)
            .replace(/<style>[\s\S]*?<\/style>|<[/!]?[a-z][^>]*>/g, passageBreak)
            .replace(/\$\{[^}]*\}/g, 'x')
        : token.slice(1)
    if (text.trim().split(/\s+/).length >= 3 && !sql.test(text)) passages.push({ line, text })
  }
  return passages
}

function textOfComment(token) {
  return token
    .replace(/^\/\*+|\*\/$|^<!--|-->$/g, '')
    .replace(/^\s*(\*|\/\/+) ?/gm, '')
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`]*`/g, 'x')
    .replace(/\{@link ([^}]+)\}/g, '$1')
    .replace(/^@example[\s\S]*?(?=^@|(?![\s\S]))/gm, '')
    .replace(/^\s*(@\w+|[-*] |\d+\. |$)/gm, `.${passageBreak}`)
}

function sentencesOf(text) {
  return text
    .replace(/\s+/g, ' ')
    .split(passageBreak)
    .flatMap(passage => passage.split(/(?<=[.!?])["')*_]*\s+(?=["'(*_]*[A-Z`x])/))
    .map(sentence => sentence.trim().replace(/^[-*_"'(\s]+/, ''))
    .filter(Boolean)
}
