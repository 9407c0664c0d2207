// Output of programs that run for minutes: progress, and files with the results.
export { Progress } from './progress.ts';
export { publishedReports, ReportFolder, reportsOfRuns } from './report-folder.ts';
