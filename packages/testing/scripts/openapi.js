/** Writes openapi/*.json from the built package. Run with `npm run openapi`. */
import { writeFileSync } from 'node:fs'
import { openApi } from '../dist/openapi/document.js'

for (const version of ['v1', 'v1beta1'])
  writeFileSync(new URL(`../openapi/${version}.json`, import.meta.url), JSON.stringify(openApi(version), null, 2))
