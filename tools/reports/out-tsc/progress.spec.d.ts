export {};
//# sourceMappingURL=progress.spec.d.ts.map