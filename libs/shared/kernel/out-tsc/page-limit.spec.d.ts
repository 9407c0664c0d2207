export {};
//# sourceMappingURL=page-limit.spec.d.ts.map