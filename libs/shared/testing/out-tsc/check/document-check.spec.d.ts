export {};
//# sourceMappingURL=document-check.spec.d.ts.map