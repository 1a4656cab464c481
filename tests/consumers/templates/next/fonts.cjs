/** Next reads these responses instead of Google Fonts, because tests must not depend on other servers. */
const face = name => `@font-face { font-family: '${name}'; font-style: normal; src: local('Arial'); }`

module.exports = {
  'https://fonts.googleapis.com/css2?family=Geist:wght@100..900&display=swap': face('Geist'),
  'https://fonts.googleapis.com/css2?family=Geist+Mono:wght@100..900&display=swap': face('Geist Mono'),
}
