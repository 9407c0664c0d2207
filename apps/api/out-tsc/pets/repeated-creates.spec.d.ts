export {};
//# sourceMappingURL=repeated-creates.spec.d.ts.map