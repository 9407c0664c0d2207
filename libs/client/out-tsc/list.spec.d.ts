export {};
//# sourceMappingURL=list.spec.d.ts.map