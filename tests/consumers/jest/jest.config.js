module.exports = {
  testEnvironment: 'jsdom',
  testTimeout: 60_000,
  transformIgnorePatterns: ['node_modules/(?!@flow-query)'],
}
