export {};
//# sourceMappingURL=routing.spec.d.ts.map