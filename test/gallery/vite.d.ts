// Styles and addresses of files as modules, as the build of the screens gives them.
/// <reference types="vite/client" />
