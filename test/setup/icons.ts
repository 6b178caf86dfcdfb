/** The address of the icons' file, in place of the module that the build makes. */
export default "/icons.svg";
