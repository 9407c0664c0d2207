export {};
//# sourceMappingURL=help.spec.d.ts.map