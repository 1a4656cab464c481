import { clickhouseEngine, postgresEngine } from '../test/engines.js'
import { describeGuide } from '../test/guide-suite.js'

describeGuide(postgresEngine)
describeGuide(clickhouseEngine)
