export {};
//# sourceMappingURL=report-folder.spec.d.ts.map