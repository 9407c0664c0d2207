export {};
//# sourceMappingURL=paging.spec.d.ts.map