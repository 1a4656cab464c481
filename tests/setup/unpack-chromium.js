import chromium from '@sparticuz/chromium'

// Unpacks to TMPDIR.
await chromium.executablePath()
