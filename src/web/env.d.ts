/** Changes with every build, so that what an older page stored is not read by a newer one. */
declare const __BUILD_ID__: string;
