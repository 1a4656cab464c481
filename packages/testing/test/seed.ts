import fc from 'fast-check'
import { seed } from '../../../scripts/seed.js'

fc.configureGlobal({ seed })
