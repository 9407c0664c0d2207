export {};
//# sourceMappingURL=formula-escape.spec.d.ts.map